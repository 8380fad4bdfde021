import { Button } from "@mantine/core";
import { EmptyState } from "@mcc/ui/feedback/empty-state.tsx";
import type { ReactNode } from "react";
import { listTexts } from "../lists/list.texts.ts";

interface LoadFailedProps {
  readonly icon?: ReactNode;
  readonly children: ReactNode;
  /** Without it there is nothing to retry. */
  readonly retry?: () => unknown;
  /** The way back, when there is nothing to retry. */
  readonly back?: ReactNode;
}

/** Says what could not be loaded, with a button that tries again or a way back. */
export const LoadFailed = ({ icon, children, retry, back }: LoadFailedProps) => (
  <EmptyState
    icon={icon}
    action={
      retry ? (
        <Button variant="default" onClick={() => void retry()}>
          {listTexts.tryAgain}
        </Button>
      ) : (
        back
      )
    }
  >
    {children}
  </EmptyState>
);
