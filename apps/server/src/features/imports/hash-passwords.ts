import { hashPassword } from "../../platform/access/password.ts";

/**
 * Hashes run on the four threads that Node has for such work; half of them stay free for those who sign in meanwhile.
 * The limit is that of the process, however many uploads there are.
 */
const AT_ONCE = 2;
let running = 0;
const waiting: (() => void)[] = [];

const hashInTurn = async (password: string): Promise<string> => {
  if (running === AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await hashPassword(password);
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
};

/** The hashes of many passwords, in their order. */
export const hashPasswords = (passwords: readonly string[], onHashed = () => {}): Promise<string[]> =>
  Promise.all(
    passwords.map(async (password) => {
      const hash = await hashInTurn(password);
      onHashed();
      return hash;
    }),
  );
