// The form that sends a request to the API, on the page that describes it. The token is kept nowhere.
(() => {
  "use strict";
  const form = document.getElementById("try");
  const { token, method, path, body, answer } = form.elements;
  /** @param {Response} response */
  const show = async (response) => {
    const text = await response.text();
    let shown = text;
    try {
      shown = JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      // Not every answer is JSON.
    }
    answer.value = `${response.status} ${response.statusText}\n${shown.trim()}`;
  };
  form.hidden = false;
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    const headers = { Authorization: `Bearer ${token.value.trim()}`, "Content-Type": "application/json" };
    const sent = method.value === "GET" ? undefined : body.value.trim() || "{}";
    const address = form.dataset.prefix + path.value.trim().replace(/^\/+(api\/1\/)?/, "");
    fetch(address, { method: method.value, headers, body: sent, credentials: "omit" })
      .then(show)
      .catch((error) => {
        answer.value = String(error);
      });
  });
})();
