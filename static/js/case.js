// An accusation wakes once a face is chosen. Without this file the browser asks for a face.
(() => {
  "use strict";
  const button = document.getElementById("accuse-button");
  if (!button) return;
  const wake = () => {
    button.disabled = !button.form.querySelector("[name=seat]:checked");
  };
  button.form.addEventListener("change", wake);
  // A browser may keep what was chosen when one comes back.
  window.addEventListener("pageshow", wake);
  wake();
})();
// Sharing the result of a case. Without this file the text can be copied by hand.
(() => {
  "use strict";
  const button = document.getElementById("share-button");
  if (!button) return;
  /** @param {string} text */
  const copy = (text) => {
    // Over plain HTTP there is no clipboard.
    if (navigator.clipboard) return navigator.clipboard.writeText(text).then(() => true);
    const field = document.createElement("textarea");
    field.value = text;
    button.after(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  };
  button.hidden = false;
  button.addEventListener("click", async () => {
    const { text, done } = button.dataset;
    if (navigator.share && window.matchMedia("(pointer: coarse)").matches) {
      try {
        await navigator.share({ text });
      } catch {
        // Called off by the reader.
      }
      return;
    }
    if (await copy(text)) document.getElementById("copied").textContent = done;
  });
})();
