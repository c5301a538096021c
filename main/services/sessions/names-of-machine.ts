import { hostname, userInfo } from 'node:os';

/** Whose machine it is, to be taken out of reports. */
export function namesOfMachine(): { users: string[]; hosts: string[] } {
  try {
    return { users: [userInfo().username], hosts: [hostname()] };
  } catch {
    // A user without an entry in the system's list, as in some containers.
    return { users: [], hosts: [hostname()] };
  }
}
