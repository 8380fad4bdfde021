import { Checkbox } from "@mantine/core";
import { NewGroup } from "@mcc/contract/hierarchy/groups.schema.ts";
import { TextField } from "@mcc/ui/forms/fields.tsx";
import { z } from "zod";
import type { AppForm } from "../../platform/records/forms/form.ts";
import { groupTexts as texts } from "./nodes-and-groups.texts.ts";

export const GroupForm = NewGroup.extend({ tree_visibility: z.boolean() });
export type GroupValues = z.input<typeof GroupForm>;

export const GroupFields = ({ field }: { field: AppForm<GroupValues>["field"] }) => {
  const { value, defaultValue: _, ...checkbox } = field("tree_visibility");
  return (
    <>
      <TextField label={texts.name} required {...field("name")} />
      <Checkbox label={texts.inTree} {...checkbox} checked={value} />
    </>
  );
};
