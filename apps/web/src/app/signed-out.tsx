import { lazy } from "react";
import { ForgotPasswordPage } from "../features/sign-in/forgot-password-page.tsx";
import { LoginPage } from "../features/sign-in/login-page.tsx";
import { ResetPasswordPage } from "../features/sign-in/reset-password-page.tsx";
import { outsideNetworks } from "../platform/session/auth-state.ts";
import { useSlice } from "../platform/state/cache-slice.ts";
import { atDecision, atForgotPassword, atResetPassword } from "./screens-by-path.ts";

const OpenDecisionPage = lazy(() =>
  import("../features/sign-in/open-decision-page.tsx").then((file) => ({ default: file.OpenDecisionPage })),
);

const OutsidePage = lazy(() =>
  import("../features/sign-in/outside-page.tsx").then((file) => ({ default: file.OutsidePage })),
);

/**
 * The screens before sign-in: the login at any address, and two password screens. Few screens with plain links need no
 * router, which would be a fifth of the code of the login page. From a decision by e-mail, a sign-in leads back there.
 */
export const SignedOut = ({ isSignedIn }: { isSignedIn: boolean }) => {
  const outside = useSlice(outsideNetworks);
  if (isSignedIn && atDecision()) return <OpenDecisionPage />;
  if (atForgotPassword()) return <ForgotPasswordPage />;
  if (atResetPassword()) return <ResetPasswordPage />;
  return outside === null ? <LoginPage /> : <OutsidePage />;
};
