// Subscribes this browser to pushes: asks for permission, and sends the push service's address with the form.
// On other pages it subscribes again if the site's key or the address has changed since.
(() => {
  "use strict";
  const form = document.querySelector("#push-form");
  if (!("serviceWorker" in navigator) || !("PushManager" in window)) return;

  /** @param {ArrayBuffer} buffer */
  const encode = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer)))
      .replaceAll("+", "-")
      .replaceAll("/", "_")
      .replaceAll("=", "");
  /** @param {string} text */
  const decode = (text) =>
    Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));

  const register = async () => {
    const worker = await navigator.serviceWorker.register("/service-worker.js");
    await navigator.serviceWorker.ready;
    return worker;
  };
  /** @param {string} key */
  const subscribe = async (key) => {
    const worker = await register();
    // A subscription for an older key of the site does not work.
    await (await worker.pushManager.getSubscription())?.unsubscribe();
    return worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: decode(key) });
  };
  /** @param {PushSubscription} address */
  const describe = (address) => ({
    endpoint: address.endpoint,
    public_key: encode(address.getKey("p256dh")),
    auth_secret: encode(address.getKey("auth")),
  });

  /** @param {Event} event */
  const submit = async (event) => {
    event.preventDefault();
    try {
      if ((await Notification.requestPermission()) !== "granted") throw new Error("denied");
      const fields = describe(await subscribe(form.dataset.key));
      for (const [name, value] of Object.entries(fields)) form.elements[name].value = value;
      form.submit();
    } catch {
      // Where permission was given, the browser could not reach its push service.
      const isAllowed = Notification.permission === "granted";
      document.querySelector("#push-failed").hidden = isAllowed;
      document.querySelector("#push-unreachable").hidden = !isAllowed;
    }
  };

  /** @type {(known: { endpoint: string, key: string }) => Promise<boolean>} */
  const isCurrent = async ({ endpoint, key }) => {
    const address = await (await register()).pushManager.getSubscription();
    const own = address?.options?.applicationServerKey;
    return address?.endpoint === endpoint && (!own || encode(own) === key);
  };
  const renew = async () => {
    const answer = await fetch("/mail/push/");
    if (answer.status !== 200) return;
    const known = await answer.json();
    if (!known.key || (await isCurrent(known))) return;
    const body = new URLSearchParams(describe(await subscribe(known.key)));
    const headers = JSON.parse(document.body.getAttribute("hx-headers"));
    await fetch("/mail/push/", { method: "POST", body, headers });
  };

  if (form) {
    form.hidden = false;
    document.querySelector("#push-cannot")?.remove();
    form.addEventListener("submit", submit);
  } else if (Notification.permission === "granted" && !sessionStorage.getItem("pushChecked")) {
    // Once in each tab. What fails here is tried at the next visit.
    sessionStorage.setItem("pushChecked", "yes");
    renew().catch(() => {});
  }
})();
