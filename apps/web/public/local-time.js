/* The moments of a page, in the time of whoever reads it; without this they stay in UTC, which the page says. */
const moments = new Intl.DateTimeFormat("en-US", {
  month: "short",
  day: "2-digit",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
});
for (const time of document.querySelectorAll("time[datetime]")) {
  time.textContent = moments.format(new Date(time.dateTime)).replaceAll(",", "").replace(/\s/g, " ");
}
