/** The mark of Carillon. */
export function Bell() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" class="brand-bell">
      <path d="M12 2a1.600 1.600 0 0 0-1.600 1.600v.5C7.400 4.800 5.600 7.300 5.600 10.400v3.700l-1.700 3.100c-.4.700.1 1.500.9 1.500h14.400c.8 0 1.300-.8.9-1.500l-1.700-3.100v-3.700c0-3.100-1.800-5.600-4.800-6.300v-.5A1.600 1.600 0 0 0 12 2Z" />
      <path opacity=".6" d="M9.500 20.200a2.600 2.600 0 0 0 5 0Z" />
    </svg>
  );
}
