export { FirstPasswordPage } from "./first-password-page.tsx";
export { LoginPage } from "./login-page.tsx";
export { PasswordForm } from "./password-form.tsx";
export { SignInFrame } from "./sign-in-frame.tsx";
export { UnreachablePage } from "./unreachable-page.tsx";
