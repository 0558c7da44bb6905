/** Who holds it leads. Held by a session, so it ends with the session, whoever ends that. */
export const leadLock = "hashtext('touchline leader')";
/** Held shared by every transaction of a leader; the next one takes it alone once before it begins. */
export const writesLock = "hashtext('touchline writes of the leader')";
/** The first half of the lock that is one term's own; its token is the second. */
export const termLock = "hashtext('touchline term')";
