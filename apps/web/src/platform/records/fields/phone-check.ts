/** Whether a text is a phone number. The library for it loads with the focus of a field; until then the server decides. */
let check: ((typed: string) => unknown) | undefined;

/** Never fails: without the library nothing is checked here. */
export const loadPhoneCheck = async (): Promise<void> => {
  const loaded = await import("@mcc/contract/users/phone.ts").catch(() => undefined);
  check = loaded?.toE164 ?? check;
};

export const mayBePhone = (typed: string): boolean =>
  typed.trim() === "" || !check || check(typed) !== undefined;
