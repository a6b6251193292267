// Subscribes this browser to pushes: asks for permission, and sends the push service's address with the form.
(() => {
  "use strict";
  const form = document.querySelector("#push-form");
  if (!form || !("serviceWorker" in navigator) || !("PushManager" in window)) return;
  form.hidden = false;
  document.querySelector("#push-cannot")?.remove();

  const encode = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer)))
      .replaceAll("+", "-")
      .replaceAll("/", "_")
      .replaceAll("=", "");
  const decode = (text) =>
    Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));

  const subscribe = async () => {
    if ((await Notification.requestPermission()) !== "granted") throw new Error("denied");
    const worker = await navigator.serviceWorker.register("/service-worker.js");
    await navigator.serviceWorker.ready;
    const key = { userVisibleOnly: true, applicationServerKey: decode(form.dataset.key) };
    // A subscription for an older key of the site does not work.
    await (await worker.pushManager.getSubscription())?.unsubscribe();
    return worker.pushManager.subscribe(key);
  };

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const address = await subscribe();
      form.elements.endpoint.value = address.endpoint;
      form.elements.public_key.value = encode(address.getKey("p256dh"));
      form.elements.auth_secret.value = encode(address.getKey("auth"));
      form.submit();
    } catch {
      // Where permission was given, the browser could not reach its push service.
      const isAllowed = Notification.permission === "granted";
      document.querySelector("#push-failed").hidden = isAllowed;
      document.querySelector("#push-unreachable").hidden = !isAllowed;
    }
  });
})();
