/** The content security policy allows style elements only with this nonce, which the server writes into the page. */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? "";

declare global {
  var __webpack_nonce__: string | undefined;
}

/** react-remove-scroll, which locks the page behind a modal, looks for the nonce under this name. */
export const shareNonce = (): void => {
  globalThis.__webpack_nonce__ = styleNonce();
};
