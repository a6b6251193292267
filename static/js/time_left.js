// The time left goes on while a page stays open, in the words of `word_time_left` in games/wording/sentences.py.
const EVERY = 30000; // Milliseconds.
const MINUTE = 60000;
/** @type {HTMLMetaElement | null} */
const timeWords = document.querySelector("meta[name=time-left]");
/** @type {(until: string, now: number) => string} */
const wordTimeLeft = (until, now) => {
  const left = Math.max(1, Math.floor((Date.parse(until) - now) / MINUTE));
  /** @type {Record<string, number>} */
  const counts = { days: Math.floor(left / 1440), hours: Math.floor(left / 60) % 24, minutes: left % 60 };
  const [withDays, withHours, short] = timeWords.content.split("|");
  const pattern = counts.days ? withDays : counts.hours ? withHours : short;
  return pattern.replace(/%\((\w+)\)0?(\d?)d/g, (_, name, digits) => String(counts[name]).padStart(digits, "0"));
};
/** @type {() => HTMLTimeElement[]} */
const findTimesLeft = () => [...document.querySelectorAll("time[data-left]")];
const showTimeLeft = () => {
  for (const time of findTimesLeft()) time.textContent = wordTimeLeft(time.dateTime, Date.now());
};
// Whether the clock here agrees with the server's, by a minute. Else the server's words stay.
const isClockRight = () =>
  findTimesLeft().every(({ dateTime, textContent }) =>
    [-MINUTE, 0, MINUTE].some((gap) => wordTimeLeft(dateTime, Date.now() + gap) === textContent),
  );
if (timeWords && isClockRight()) {
  setInterval(showTimeLeft, EVERY);
  document.addEventListener("visibilitychange", showTimeLeft);
}
