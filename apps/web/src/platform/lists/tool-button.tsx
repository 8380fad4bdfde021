import { Button, type ButtonProps } from "@mantine/core";
import { cutTooltip } from "@mcc/ui/overlays/tooltip.ts";
import type { ComponentProps, ReactNode } from "react";
import classes from "./tool-button.module.css";

interface ToolButtonProps extends Pick<ComponentProps<"button">, "onClick" | "aria-busy" | "ref"> {
  readonly icon: ReactNode;
  readonly children: string;
}

const parts: ButtonProps["classNames"] = { root: classes.root ?? "", inner: classes.inner ?? "" };

/** A button above a list. Where the buttons would take two lines, it shows its icon, and its words in a tooltip. */
export const ToolButton = ({ icon, ...button }: ToolButtonProps) => (
  <Button variant="default" classNames={parts} leftSection={icon} {...cutTooltip} {...button} />
);
