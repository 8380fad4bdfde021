import { MantineProvider } from "@mantine/core";
import { ErrorBoundary } from "@mcc/ui/feedback/error-boundary.tsx";
import { Splash } from "@mcc/ui/feedback/splash.tsx";
import { buildTheme } from "@mcc/ui/theme/theme.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { Suspense, useMemo } from "react";
import { queryClient } from "../platform/api/query-client.ts";
import { OFFLINE, useOnline } from "../platform/api/use-online.ts";
import { authState } from "../platform/session/auth-state.ts";
import { useSlice } from "../platform/state/cache-slice.ts";
import { useGlobals } from "../platform/state/globals.ts";
import { useBrand } from "../platform/theme/brand.ts";
import { styleNonce } from "../platform/theme/style-nonce.ts";
import { Enrollment, SignedIn, SignedOut } from "./lazy-screens.ts";
import { ErrorPage } from "./pages/error-page.tsx";
import { atDecision, atResetPassword } from "./screens-by-path.ts";

const CompanySplash = () => {
  const { logoSplash, label } = useBrand();
  const online = useOnline();
  return (
    <Splash logo={logoSplash} name={label}>
      {!online && OFFLINE}
    </Splash>
  );
};

type User = ReturnType<typeof authState.user.get>;

/**
 * Who has to set up a second factor does so before anything else. The sign-in for a decision shows no dialogs: the
 * recovery codes, which are shown once, stay on the screen before it until they are closed.
 */
const Screen = ({ user }: { user: User }) => {
  const hasDialog = useGlobals(({ modal }) => modal.content !== null);
  if (!user || atResetPassword()) return <SignedOut isSignedIn={user !== null} />;
  if (user.must_enroll || (hasDialog && atDecision())) return <Enrollment user={user} />;
  return atDecision() ? <SignedOut isSignedIn /> : <SignedIn user={user} />;
};

const Tree = () => {
  const splash = useGlobals((globals) => globals.splash);
  const user = useSlice(authState.user);
  if (splash) return <CompanySplash />;
  return (
    <Suspense fallback={<CompanySplash />}>
      <Screen user={user} />
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
