import { toast } from "../../platform/page/toast.ts";

/** The dialogs and actions are loaded by the first click: most visits to a list decide nothing. */
const load = () => import("./decide-order.ts");
type Decisions = Awaited<ReturnType<typeof load>>;

const loadThenCall =
  <Name extends "confirmApprove" | "confirmReject">(name: Name) =>
  (...given: Parameters<Decisions[Name]>): void => {
    const ask = async () => {
      const decisions = await load();
      await (decisions[name] as (...them: typeof given) => Promise<void>)(...given);
    };
    void ask().catch(toast.failure);
  };

export const confirmApprove = loadThenCall("confirmApprove");
export const confirmReject = loadThenCall("confirmReject");
