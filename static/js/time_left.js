// The time left goes on while a page stays open, in the words of `word_time_left` in games/wording/sentences.py.
const MINUTE = 60000; // Milliseconds.
/** @type {string[] | undefined} */
const timeWords = document.querySelector("meta[name=time-left]")?.getAttribute("content").split("|");
/** @type {(time: any, gap?: number) => string} */
const wordTimeLeft = ({ dateTime }, gap = 0) => {
  const left = Math.floor(Math.max(1, (Date.parse(dateTime) - Date.now() - gap) / MINUTE));
  const [days, hours, minutes] = [Math.floor(left / 1440), Math.floor(left / 60) % 24, left % 60];
  const [kind, ...numbers] = days ? [0, days, hours] : hours ? [1, hours, `${minutes}`.padStart(2, "0")] : [2, minutes];
  return timeWords[Number(kind)].replace(/\d+/g, () => `${numbers.shift()}`);
};
const findTimesLeft = () => [...document.querySelectorAll("time[data-left]")];
const showTimeLeft = () => {
  for (const time of findTimesLeft()) time.textContent = wordTimeLeft(time);
};
// Where the clock here is off by more than a minute, the server's words stay.
const isAbout = (/** @type {Element} */ time) =>
  [-MINUTE, 0, MINUTE].some((gap) => wordTimeLeft(time, gap) === time.textContent);
if (timeWords && findTimesLeft().every(isAbout)) {
  setInterval(showTimeLeft, MINUTE / 2);
  document.addEventListener("visibilitychange", showTimeLeft);
}
