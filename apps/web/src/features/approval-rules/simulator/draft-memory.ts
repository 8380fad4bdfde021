const keyOf = (userId: number): string => `approval-draft:${userId}`;

/** The draft of this tab, so that a reload does not lose it. */
export const rememberedDraft = (userId: number): string | null => {
  try {
    return sessionStorage.getItem(keyOf(userId));
  } catch {
    return null;
  }
};

export const rememberDraft = (userId: number, draft: object | null): void => {
  try {
    if (draft) sessionStorage.setItem(keyOf(userId), JSON.stringify(draft));
    else sessionStorage.removeItem(keyOf(userId));
  } catch {
    // Without storage, or with a draft too large for it, a reload starts anew.
  }
};
