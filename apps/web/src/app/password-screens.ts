/** The exact address, with or without a slash at its end; an address that only begins like it is another one. */
const isAt = (path: string): boolean => location.pathname.replace(/\/$/, "") === path;

export const atForgotPassword = (): boolean => isAt("/forgot-password");

/** A password link works whoever happens to be signed in. */
export const atResetPassword = (): boolean => isAt("/reset-password");
