internal import SlipBase
