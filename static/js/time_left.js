// The time left goes on while a page stays open, in the words of `word_time_left` in games/wording/sentences.py.
const MINUTE = 60000; // Milliseconds.
/** @type {string[] | undefined} */
const timeWords = document.querySelector("meta[name=time-left]")?.getAttribute("content").split("|");
/** @type {(time: any, gap?: number) => string} */
const wordTimeLeft = ({ dateTime }, gap = 0) => {
  const left = Math.max(1, (Date.parse(dateTime) - Date.now() - gap) / MINUTE);
  const [days, hours, minutes] = [left / 1440, (left / 60) % 24, left % 60].map(Math.floor);
  const numbers = days ? [days, hours] : hours ? [hours, `${minutes}`.padStart(2, "0")] : [minutes];
  return timeWords[days ? 0 : hours ? 1 : 2].replace(/\d+/g, () => `${numbers.shift()}`);
};
const isAbout = (/** @type {Element} */ time) =>
  [-MINUTE, 0, MINUTE].some((gap) => wordTimeLeft(time, gap) === time.textContent);
// Where the clock here is off by more than a minute, as the first times on the page tell, the server's words stay.
/** @type {boolean | undefined} */
let isClockRight;
const showTimeLeft = () => {
  const times = [...document.querySelectorAll("time[data-left]")];
  if (times[0]) isClockRight ??= times.every(isAbout);
  if (isClockRight) for (const time of times) time.textContent = wordTimeLeft(time);
};
if (timeWords) {
  showTimeLeft();
  setInterval(showTimeLeft, MINUTE / 2);
  document.addEventListener("visibilitychange", showTimeLeft);
}
