import { Alert } from "@mantine/core";
import { IconAlertCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";

/** An error of the whole form, announced to screen readers. */
export const FormAlert = ({ children }: { children: ReactNode }) => (
  <div role="alert">
    {children && (
      <Alert
        color="red"
        variant="light"
        icon={<IconAlertCircle size={18} />}
        role="presentation"
        px="sm"
        py="xs"
      >
        {children}
      </Alert>
    )}
  </div>
);
