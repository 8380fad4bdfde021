import { hash, verify } from "@node-rs/argon2";

export const hashPassword = (password: string): Promise<string> => hash(password);

/** A hash that matches no password, so that an unknown account takes as long as a wrong password. */
let decoy: Promise<string> | undefined;

export const isPassword = async (
  password: string,
  passwordHash: string | null | undefined,
): Promise<boolean> => {
  decoy ??= hash(crypto.randomUUID());
  const spare = await decoy;
  const matches = await verify(passwordHash ?? spare, password);
  return matches && Boolean(passwordHash);
};
