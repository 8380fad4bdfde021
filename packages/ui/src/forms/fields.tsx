import {
  PasswordInput,
  type PasswordInputProps,
  Textarea,
  type TextareaProps,
  TextInput,
  type TextInputProps,
} from "@mantine/core";

/** The default maximum length of an input. */
const TEXT_MAX = 255;
const AREA = { rows: 5, max: 10_000 } as const;

export const TextField = (props: TextInputProps) => <TextInput maxLength={TEXT_MAX} {...props} />;

export const PasswordField = (props: PasswordInputProps) => (
  <PasswordInput
    maxLength={TEXT_MAX}
    visibilityToggleFocusable
    visibilityToggleButtonProps={{ "aria-label": "Show password" }}
    {...props}
  />
);

export const TextArea = (props: TextareaProps) => (
  <Textarea rows={AREA.rows} maxLength={AREA.max} {...props} />
);

/** A field for a whole number; it may be empty. */
export const WholeNumberField = (props: TextInputProps) => (
  <TextInput
    type="number"
    inputMode="numeric"
    min={0}
    step={1}
    // Scrolling the page must not change a focused number.
    onWheel={({ currentTarget }) => currentTarget.blur()}
    {...props}
  />
);
