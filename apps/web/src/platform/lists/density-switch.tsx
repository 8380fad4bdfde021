import { ActionIcon } from "@mantine/core";
import { tooltip } from "@mcc/ui/overlays/tooltip.ts";
import { IconBaselineDensityMedium, IconBaselineDensitySmall } from "@tabler/icons-react";
import type { Density } from "./density.ts";
import { listTexts as says } from "./list.texts.ts";

interface DensitySwitchProps {
  readonly density: Density;
  readonly onChange: (density: Density) => void;
}

/** Switches the row height of every list. */
export const DensitySwitch = ({ density, onChange }: DensitySwitchProps) => {
  const isCompact = density === "compact";
  const Icon = isCompact ? IconBaselineDensitySmall : IconBaselineDensityMedium;
  const label = isCompact ? says.toComfortable : says.toCompact;
  return (
    <ActionIcon
      variant="default"
      size={36}
      aria-label={label}
      {...tooltip(label)}
      onClick={() => onChange(isCompact ? "comfortable" : "compact")}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
};
