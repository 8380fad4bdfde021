import type { Theme } from "@mcc/contract/theme/theme.rules.ts";
import type { ModalButton } from "@mcc/ui/modal-buttons.tsx";
import { DEFAULT_MODAL_SIZE, type ModalSize } from "@mcc/ui/modal-size.ts";
import { type ReactNode, useSyncExternalStore } from "react";

/** The company's look, with the accent color its stylesheet sets. */
export interface CompanyTheme extends Theme {
  readonly accent: string | null;
}

export interface ModalState {
  readonly size: ModalSize;
  readonly title: string;
  /** Nothing to show means no modal is open. */
  readonly content: ReactNode;
  readonly buttons: readonly ModalButton[];
  /** Nobody closes it: its work is under way. */
  readonly locked?: boolean;
  readonly onClose?: () => void;
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

export const openModal = (modal: Partial<ModalState>): void =>
  replace({ modal: { ...DEFAULTS.modal, ...modal } });

export const closeModal = (): void => {
  const { onClose } = globals.modal;
  replace({ modal: DEFAULTS.modal });
  onClose?.();
};

/** A spreadsheet has no buttons, so the column of row actions is never exported. */
export const setExcelHeaders = (headers: readonly ExcelHeader[]): void =>
  replace({ excelHeaders: headers.filter(({ name }) => name !== "actions") });

/** Everything but the company's look goes back to its default, and the splash goes away. */
export const resetGlobals = (): void =>
  replace({ ...DEFAULTS, companyTheme: globals.companyTheme, splash: false });
