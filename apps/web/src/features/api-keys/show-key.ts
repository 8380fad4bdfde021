import { showSecret } from "../../platform/dialogs/show-secret.tsx";
import { apiKeyTexts as texts } from "./api-keys.texts.ts";

/** A new key, which cannot be shown again. */
export const showKey = (key: string): void =>
  showSecret({ title: texts.keyTitle, note: texts.keyNote, noun: texts.keyNoun, secret: key });
