/* What is shown, in the part of the address behind #, so that a view can be sent. People are in it by a word that only
   the page can read; what somebody typed into Find is not: it may be a name. */
const Address = (() => {
  const read = () => (location.hash.includes("=") ? new URLSearchParams(location.hash.slice(1)) : null);

  function write(state) {
    const kept = new URLSearchParams(Object.entries(state).filter(([, value]) => value));
    const plain = location.hash && !location.hash.includes("=") ? location.hash : "";
    const wanted = kept.size ? `#${kept}` : plain;
    if (wanted !== location.hash) history.replaceState(null, "", wanted || location.pathname + location.search);
  }

  return { read, write };
})();
