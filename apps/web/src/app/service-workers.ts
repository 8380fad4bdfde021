/** An earlier product of this address may have left one behind; it would serve its own, stale files. */
export const dropServiceWorkers = async (): Promise<void> => {
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(registrations.map((registration) => registration.unregister()));
};
