import { IconAction } from "@mcc/ui/buttons/icon-action.tsx";
import { IconRefresh } from "@tabler/icons-react";
import { runAction } from "../action.ts";
import { deliveryTexts as texts } from "./delivery.texts.ts";

interface Replay {
  readonly key: readonly (string | number)[];
  readonly send: () => Promise<unknown>;
  readonly invalidate: () => Promise<unknown>;
}

/** Sends an event again. */
export const replayDelivery = (replay: Replay) =>
  runAction({ ...replay, success: texts.replayed, failure: texts.replayFailed });

export const ReplayButton = ({
  about,
  onClick,
}: {
  readonly about: string;
  readonly onClick: () => unknown;
}) => (
  <IconAction
    label={texts.replay}
    about={about}
    icon={<IconRefresh size={18} stroke={1.6} aria-hidden />}
    onClick={() => void onClick()}
  />
);
