export const MODAL_WIDTHS = { "modal-sm": 380, "modal-md": 540, "modal-lg": 860 } as const;
export type ModalSize = keyof typeof MODAL_WIDTHS;
export const DEFAULT_MODAL_SIZE: ModalSize = "modal-md";
