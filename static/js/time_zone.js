// Tells the forms that make somebody known which time zone their browser is in. Without this file the site's own holds.
(() => {
  "use strict";
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
  const fill = () => {
    for (const field of document.querySelectorAll("input[type=hidden][name=time_zone]")) field.value = zone;
  };
  fill();
  // A page that is come back to may hold what it was sent with.
  window.addEventListener("pageshow", fill);
})();
