import { MantineProvider } from "@mantine/core";
import { ErrorBoundary } from "@mcc/ui/error-boundary.tsx";
import { Splash } from "@mcc/ui/splash.tsx";
import { buildTheme } from "@mcc/ui/theme.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { Suspense, useMemo } from "react";
import { queryClient } from "../platform/api/query-client.ts";
import { authState } from "../platform/session/auth-state.ts";
import { useSlice } from "../platform/state/cache-slice.ts";
import { useGlobals } from "../platform/state/globals.ts";
import { useBrand } from "../platform/theme/brand.ts";
import { styleNonce } from "../platform/theme/style-nonce.ts";
import { ErrorPage } from "./error-page.tsx";
import { SignedIn, SignedOut } from "./lazy-screens.ts";
import { atDecision, atResetPassword } from "./screens-by-path.ts";

const CompanySplash = () => {
  const { logo, label } = useBrand();
  return <Splash logo={logo} name={label} />;
};

const Tree = () => {
  const splash = useGlobals((globals) => globals.splash);
  const user = useSlice(authState.user);
  if (splash) return <CompanySplash />;
  return (
    <Suspense fallback={<CompanySplash />}>
      {user && !atResetPassword() && !atDecision() ? (
        <SignedIn user={user} />
      ) : (
        <SignedOut isSignedIn={user !== null} />
      )}
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
