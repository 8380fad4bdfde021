import { ForgotPasswordPage } from "../features/sign-in/forgot-password-page.tsx";
import { LoginPage } from "../features/sign-in/login-page.tsx";
import { ResetPasswordPage } from "../features/sign-in/reset-password-page.tsx";
import { atForgotPassword, atResetPassword } from "./password-screens.ts";

/**
 * Everything a visitor may see: the login at any address, and the two password screens. Three screens joined by plain
 * links need no router, which would be a fifth of what the login page loads.
 */
export const SignedOut = () => {
  if (atForgotPassword()) return <ForgotPasswordPage />;
  if (atResetPassword()) return <ResetPasswordPage />;
  return <LoginPage />;
};
