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
  button.hidden = false;
  button.addEventListener("click", async () => {
    const text = document.getElementById("share-text");
    const done = document.getElementById("copied");
    if (navigator.share && window.matchMedia("(pointer: coarse)").matches) {
      try {
        await navigator.share({ text: text.value });
      } catch {
        // Called off by the reader.
      }
      return;
    }
    text.select();
    // Over plain HTTP there is no clipboard.
    if (navigator.clipboard) await navigator.clipboard.writeText(text.value);
    else if (!document.execCommand("copy")) return;
    done.textContent = button.dataset.done;
  });
})();
