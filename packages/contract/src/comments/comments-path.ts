/** Apart from the endpoints: what every page loads needs only the path. */
export const COMMENTS_PATH = "/orders/:identifier/comments/";
