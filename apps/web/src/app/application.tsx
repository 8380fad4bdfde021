import { MantineProvider } from "@mantine/core";
import { ErrorBoundary } from "@mcc/ui/error-boundary.tsx";
import { Splash } from "@mcc/ui/splash.tsx";
import { buildTheme } from "@mcc/ui/theme.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { Suspense, useMemo } from "react";
import { useBrand } from "../platform/brand.ts";
import { useWindow } from "../platform/cache-window.ts";
import { useGlobals } from "../platform/globals.ts";
import { styleNonce } from "../platform/nonce.ts";
import { queryClient } from "../platform/query-client.ts";
import { state } from "../platform/state.ts";
import { ErrorPage } from "./error-page.tsx";
import { atResetPassword } from "./password-screens.ts";
import { SignedIn, SignedOut } from "./trees.ts";

const CompanySplash = () => {
  const { logo, label } = useBrand();
  return <Splash logo={logo} name={label} />;
};

const Tree = () => {
  const splash = useGlobals((globals) => globals.splash);
  const user = useWindow(state.auth.user);
  if (splash) return <CompanySplash />;
  return (
    <Suspense fallback={<CompanySplash />}>
      {user && !atResetPassword() ? <SignedIn user={user} /> : <SignedOut />}
    </Suspense>
  );
};

export const Application = () => {
  const { accent } = useBrand();
  const look = useMemo(() => buildTheme(accent), [accent]);
  return (
    <MantineProvider {...look} defaultColorScheme="auto" getStyleNonce={styleNonce}>
      <QueryClientProvider client={queryClient}>
        <ErrorBoundary
          fallback={
            <main>
              <ErrorPage />
            </main>
          }
        >
          <Tree />
        </ErrorBoundary>
      </QueryClientProvider>
    </MantineProvider>
  );
};
