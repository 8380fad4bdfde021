import { toast } from "../../platform/page/toast.ts";

/** Questions, fields and what follows an answer are loaded by the first press: most who look at a list decide nothing. */
const load = () => import("./decide-order.ts");
type Decisions = Awaited<ReturnType<typeof load>>;

const lazily =
  <Name extends "askToApprove" | "askToReject">(name: Name) =>
  (...given: Parameters<Decisions[Name]>): void => {
    const ask = async () => {
      const decisions = await load();
      await (decisions[name] as (...them: typeof given) => Promise<void>)(...given);
    };
    void ask().catch(toast.failure);
  };

export const askToApprove = lazily("askToApprove");
export const askToReject = lazily("askToReject");
