/** A moment on the clocks of a time zone: "Thu, Nov 19, 2026, 7:00 AM". */
export const momentInZone = (moment: string | number, timeZone: string): string =>
  new Intl.DateTimeFormat("en-US", {
    ...{ weekday: "short", month: "short", day: "numeric", year: "numeric" },
    ...{ hour: "numeric", minute: "2-digit", timeZone },
  }).format(new Date(moment));
