// My games shows what happens at any of its tables: a stream says that there is news, and the list is fetched again.
(() => {
  "use strict";
  // Milliseconds until the list is fetched after news, and after a stream has opened, for what came just before; and
  // within which a lost stream is opened again.
  const [SOON, LATER, SPREAD] = [300, 60000, 10000];
  const { listen } = document.currentScript.dataset;
  /** @type {EventSource} */
  let stream;
  /** @type {number} */
  let alarm;
  /** @type {number} */
  let reopening;
  let lost = 0;
  // Links are found again by their address, and buttons by that of their form.
  /** @param {any} element */
  const addressOf = (element) => element.getAttribute("href") ?? element.form?.getAttribute("action");
  const refresh = async () => {
    const answer = await fetch(location.href);
    if (!answer.ok || answer.redirected) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const [shown, fresh] = [document, page].map((each) => each.getElementById("main"));
    const address = shown.contains(document.activeElement) && addressOf(document.activeElement);
    shown.replaceChildren(...fresh.childNodes);
    if (address) [...shown.querySelectorAll("a, button")].find((each) => addressOf(each) === address)?.focus();
  };
  /** @param {number} pause */
  const plan = (pause) => {
    clearTimeout(alarm);
    alarm = setTimeout(() => refresh().catch(() => {}), pause * (0.9 + Math.random() / 5));
  };
  /** @param {boolean} isAgain */
  const open = (isAgain) => {
    clearTimeout(reopening);
    stream?.close();
    if (document.hidden) return;
    stream = new EventSource(listen);
    for (const name of ["table", "games"]) stream.addEventListener(name, () => plan(SOON));
    stream.addEventListener("all", () => plan(isAgain ? SOON : LATER));
    stream.onopen = () => {
      lost = 0;
    };
    stream.onerror = () => {
      stream.close();
      reopening = setTimeout(open, SPREAD * 2 ** Math.min(lost++, 3) * Math.random(), true);
    };
  };
  document.addEventListener("visibilitychange", () => open(true));
  open(false);
})();
