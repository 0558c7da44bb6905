/** Its holder leads. It is a session lock, so it ends with the session. */
export const leadLock = "hashtext('touchline leader')";
/** Held shared by every transaction of a leader; the next leader takes it exclusively once before it begins. */
export const writesLock = "hashtext('touchline writes of the leader')";
/** The first half of a term's own lock; its token is the second. */
export const termLock = "hashtext('touchline term')";
