import { ForgotPasswordPage } from "../features/sign-in/forgot-password-page.tsx";
import { LoginPage } from "../features/sign-in/login-page.tsx";
import { ResetPasswordPage } from "../features/sign-in/reset-password-page.tsx";
import { atForgotPassword, atResetPassword } from "./password-screens.ts";

/**
 * The screens before sign-in: the login at any address, and two password screens. Three screens with plain links need no
 * router, which would be a fifth of the code of the login page.
 */
export const SignedOut = () => {
  if (atForgotPassword()) return <ForgotPasswordPage />;
  if (atResetPassword()) return <ResetPasswordPage />;
  return <LoginPage />;
};
