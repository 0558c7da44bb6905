import { connect } from '@touchline/store/connect'; export const x = connect;
