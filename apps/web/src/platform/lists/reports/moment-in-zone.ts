import { dateWords } from "@mcc/contract/kit/calendar.ts";

/** A moment on the clocks of a time zone: "Thu Nov 19 2026 7:00 AM". */
export const momentInZone = (moment: string | number, timeZone: string): string =>
  dateWords({
    ...{ weekday: "short", month: "short", day: "2-digit", year: "numeric" },
    ...{ hour: "numeric", minute: "2-digit", timeZone },
  })(moment);
