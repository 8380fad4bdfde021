/** Every page refetches it when orders change; only the home page needs the rest of the endpoint. */
export const HOME_PATH = "/home/";
