// The invitation that a visitor has brought along: taken out of the address, and kept until it is used or refused.

const STORE = "bonduc-invitation";
const SECRET = /^[\w-]{24}$/;

/** The secret for a game, from the address or kept since; null if there is none. */
export function invitationTo(code) {
  const brought = location.hash.slice(1);
  if (!SECRET.test(brought)) return kept(code);
  history.replaceState(null, "", location.pathname + location.search);
  keep(code, brought);
  return brought;
}

/** The secret for a game has served, or never will. */
export function forgetInvitation(code) {
  keep(code, undefined);
}

// Kept for this tab, so that a reload loses nothing.

function read() {
  try {
    return JSON.parse(sessionStorage.getItem(STORE) || "{}");
  } catch {
    return {};
  }
}

function kept(code) {
  return read()[code] || null;
}

function keep(code, secret) {
  try {
    sessionStorage.setItem(STORE, JSON.stringify({ ...read(), [code]: secret }));
  } catch {
    // It is kept in the page only.
  }
}
