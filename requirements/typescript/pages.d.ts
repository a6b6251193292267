// What the type check of static/js (tsconfig.json) cannot know of our pages.
declare const htmx: any;

/** What HTMX says of a request. */
interface HtmxRequest {
  elt: HTMLElement;
  path: string;
  verb: string;
  formData: FormData;
}

// A script asks for an element by its id or a selector, and only the template knows of which kind it is.
interface ParentNode {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}
interface Element {
  closest(selectors: string): any;
}
interface NonElementParentNode {
  getElementById(id: string): any;
}
interface Document {
  getElementById(id: string): any;
  readonly activeElement: any;
}
interface Node {
  cloneNode(deep?: boolean): any;
}
interface PerformanceEntry {
  readonly type?: string;
}
