/** Removes service workers of an earlier product at this address, which would serve stale files. */
export const dropServiceWorkers = async (): Promise<void> => {
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(registrations.map((registration) => registration.unregister()));
};
