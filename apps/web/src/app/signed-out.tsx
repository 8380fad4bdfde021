import { lazy } from "react";
import { ForgotPasswordPage } from "../features/sign-in/forgot-password-page.tsx";
import { LoginPage } from "../features/sign-in/login-page.tsx";
import { ResetPasswordPage } from "../features/sign-in/reset-password-page.tsx";
import { atDecision, atForgotPassword, atResetPassword } from "./screens-by-path.ts";

const OpenDecisionPage = lazy(() =>
  import("../features/sign-in/open-decision-page.tsx").then((file) => ({ default: file.OpenDecisionPage })),
);

/**
 * The screens before sign-in: the login at any address, and two password screens. Few screens with plain links need no
 * router, which would be a fifth of the code of the login page. From a decision by e-mail, a sign-in leads back there.
 */
export const SignedOut = ({ isSignedIn }: { isSignedIn: boolean }) => {
  if (isSignedIn && atDecision()) return <OpenDecisionPage />;
  if (atForgotPassword()) return <ForgotPasswordPage />;
  if (atResetPassword()) return <ResetPasswordPage />;
  return <LoginPage />;
};
