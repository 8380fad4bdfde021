import type { Theme } from "@mcc/contract/theme/theme.rules.ts";
import type { ModalButton } from "@mcc/ui/overlays/modal-buttons.tsx";
import { DEFAULT_MODAL_SIZE, type ModalSize } from "@mcc/ui/overlays/modal-size.ts";
import { type ReactNode, useSyncExternalStore } from "react";

/** The company's theme, with the accent color that its stylesheet sets. */
export interface CompanyTheme extends Theme {
  readonly accent: string | null;
}

export interface ModalState {
  readonly size: ModalSize;
  readonly title: string;
  /** Null when no dialog is open. */
  readonly content: ReactNode;
  readonly buttons: readonly ModalButton[];
  /** The user cannot close it while its work is in progress. */
  readonly locked?: boolean;
  /** The user closed it. */
  readonly onClose?: () => void;
  /** It is gone without the user's answer: another dialog replaced it, or the session ended. */
  readonly onDiscard?: () => void;
}

export interface ExcelHeader {
  readonly name: string;
  readonly label: string;
}

interface Globals {
  readonly debug: boolean;
  readonly sidebarOpen: boolean;
  readonly spinner: boolean;
  readonly splash: boolean;
  readonly companyTheme: CompanyTheme | null;
  readonly modal: ModalState;
  readonly excelHeaders: readonly ExcelHeader[];
  readonly tableLoading: boolean;
}

const DEFAULTS: Globals = {
  debug: false,
  sidebarOpen: true,
  spinner: false,
  splash: true,
  companyTheme: null,
  modal: { size: DEFAULT_MODAL_SIZE, title: "", content: null, buttons: [] },
  excelHeaders: [],
  tableLoading: false,
};

let globals = DEFAULTS;
const listeners = new Set<() => void>();

export const getGlobals = (): Globals => globals;

const replace = (patch: Partial<Globals>): void => {
  globals = { ...globals, ...patch };
  for (const changed of listeners) changed();
};

export const setGlobals = (patch: Partial<Omit<Globals, "modal" | "excelHeaders">>): void => replace(patch);

const subscribe = (changed: () => void) => {
  listeners.add(changed);
  return () => void listeners.delete(changed);
};

export const useGlobals = <T>(pick: (globals: Globals) => T): T =>
  useSyncExternalStore(subscribe, () => pick(globals));

/** Replaces the open dialog, if there is one. */
export const openModal = (modal: Partial<ModalState>): void => {
  const { onDiscard } = globals.modal;
  replace({ modal: { ...DEFAULTS.modal, ...modal } });
  onDiscard?.();
};

/** Closes the dialog. One that has been replaced is closed already, and the dialog that replaced it stays open. */
export const closeModal = (modal: ModalState = globals.modal): void => {
  if (modal !== globals.modal) return;
  replace({ modal: DEFAULTS.modal });
  modal.onClose?.();
};

/** A spreadsheet has no buttons, so the column of row actions is never exported. */
export const setExcelHeaders = (headers: readonly ExcelHeader[]): void =>
  replace({ excelHeaders: headers.filter(({ name }) => name !== "actions") });

/** Resets everything but the company's theme, and hides the splash screen. */
export const resetGlobals = (): void => {
  const { onDiscard } = globals.modal;
  replace({ ...DEFAULTS, companyTheme: globals.companyTheme, splash: false });
  onDiscard?.();
};
