/** Texts of the shell, to the letter where the specification has them (1 section 2; 3 section 2.2). */
export const shellTexts = {
  skip: "Skip to content",
  openSidebar: "Open sidebar",
  closeSidebar: "Close sidebar",
  navigation: "Main",
  offline: "You're offline. We'll reconnect automatically.",
  logOut: "Log Out",
  terms: "Terms and Conditions",
  privacy: "Privacy Policy",
  fallbackSection: "Error",
  fallbackTitle: "Page Not Found (404)",
  fallbackText: "Unfortunately the page you were looking for does not exist.",
  home: "Go to the home page",
  reload: "Reload the page",
  notBuilt: "This screen is not built yet.",
} as const;
