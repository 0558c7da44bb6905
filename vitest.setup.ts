import fc from 'fast-check';

const { PROPERTY_SEED } = process.env;

// A property that names a seed of its own keeps it.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(PROPERTY_SEED ?? 20_261_120) });
