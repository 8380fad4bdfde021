import { registerEnds } from "./after-file.ts";

registerEnds();
