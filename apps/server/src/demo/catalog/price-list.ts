/**
 * What the provider sells. A plus marks what is bought outside the agreed catalog.
 * Name | SKU | manufacturer | the manufacturer's own number, where there is one | price
 */
export const priceList = `
# Valves
Ball valve 1 in threaded, carbon steel, 2000 WOG | VLV-10012 | Harlan Valve | HV-BT100C | 64.80
Ball valve 2 in threaded, carbon steel, 2000 WOG | VLV-10014 | Harlan Valve | HV-BT200C | 138.25
Ball valve 2 in flanged, class 300, stainless | VLV-10031 | Harlan Valve | HV-BF203S | 612.40
Gate valve 3 in flanged, class 150, cast steel | VLV-10105 | Kessler Flow | KF-G3-150 | 498.00
Gate valve 4 in flanged, class 300, cast steel | VLV-10108 | Kessler Flow | KF-G4-300 | 1184.50
Swing check valve 2 in, class 150 | VLV-10220 | Kessler Flow | KF-C2-150 | 287.90
Needle valve 1/2 in NPT, 6000 PSI, stainless | VLV-10311 | Tresco Instrument | TN-12-6000 | 42.75
Butterfly valve 6 in lug, EPDM seat | VLV-10406 | Harlan Valve | HV-BL600E | 226.10
+ Choke bean 32/64, tungsten carbide | VLV-10990 | Sabine Wellhead | | 318.00
+ Actuated plug valve 3 in 1502 | VLV-10995 | Sabine Wellhead | SW-PV3-1502 | 3894.00
# Pipe and fittings
Hammer union 2 in Fig 1502 | FIT-20015 | Sabine Wellhead | SW-HU2-1502 | 148.60
Swivel joint 2 in 1502, style 50 | FIT-20022 | Sabine Wellhead | SW-SJ250 | 689.00
Pipe nipple 2 in x 6 in XH, black | FIT-20104 | Unity Pipe | UP-N26XH | 11.35
Elbow 90 degrees 2 in threaded, class 3000 | FIT-20131 | Unity Pipe | UP-E2-3M | 18.90
Tee 2 in threaded, class 3000 | FIT-20136 | Unity Pipe | UP-T2-3M | 24.15
Bull plug 2 in XH | FIT-20152 | Unity Pipe | UP-BP2XH | 13.60
Weld neck flange 4 in, class 300 RF | FIT-20240 | Unity Pipe | UP-WN4-300 | 71.25
Spiral wound gasket 4 in, class 300 | FIT-20261 | Calder Seal | CS-SW4-300 | 9.85
Ring gasket R-24, soft iron | FIT-20270 | Calder Seal | CS-R24-SI | 6.40
Compression fitting 1/2 in tube x 1/2 in NPT | FIT-20318 | Tresco Instrument | TC-8-8M | 14.20
Camlock coupling 3 in type C, aluminum | FIT-20402 | Rushmore Hose | RH-CAM3C | 27.30
# Hoses
Hydraulic hose 1/2 in 2-wire, per foot | HOS-30010 | Rushmore Hose | RH-2W08 | 4.85
Hydraulic hose 1 in 4-spiral, per foot | HOS-30018 | Rushmore Hose | RH-4S16 | 17.40
Air hose 3/4 in x 50 ft, Chicago fittings | HOS-30052 | Rushmore Hose | RH-AH34-50 | 118.00
Water discharge hose 4 in x 50 ft, PVC | HOS-30071 | Rushmore Hose | RH-WD4-50 | 164.50
Mud suction hose 4 in x 20 ft | HOS-30080 | Rushmore Hose | RH-MS4-20 | 742.00
Whip check cable 1/4 in x 38 in | HOS-30104 | Rushmore Hose | | 12.95
Rotary drilling hose 3 in x 55 ft, grade D | HOS-30210 | Rushmore Hose | RH-RD3-55D | 6980.00
# Drilling tools
PDC bit 8-1/2 in, 5 blade, matrix | DRL-40085 | Lonestar Bit | LB-850M5 | 14250.00
Tricone bit 12-1/4 in, IADC 517 | DRL-40122 | Lonestar Bit | LB-1225-517 | 8640.00
Down-the-hole hammer bit 5-1/2 in | DRL-40140 | Granite Tooling | GT-DTH55 | 486.00
Diamond core bit NQ, series 7 | DRL-40161 | Granite Tooling | GT-NQ7 | 298.00
Drill rod NQ x 3 m | DRL-40170 | Granite Tooling | GT-RNQ3 | 214.00
Core box NQ, waxed cardboard | DRL-40177 | Granite Tooling | | 7.90
Thread compound, zinc 50 percent, 5 gal | DRL-40202 | Oilpatch Chemical | OC-ZN50-5 | 196.40
Drill pipe wiper rubber 5 in | DRL-40230 | Calder Seal | CS-DPW5 | 58.75
Slip insert set, DU rotary slips | DRL-40244 | Granite Tooling | GT-DUSL | 342.00
+ Shaker screen API 170, composite frame | DRL-40280 | Meridian Solids | MS-170C | 412.00
Pump liner 6 in, ceramic | DRL-40301 | Meridian Solids | MS-L6C | 1295.00
Pump piston 6 in, bonded urethane | DRL-40304 | Meridian Solids | MS-P6U | 187.50
# Bearings and drives
Spherical roller bearing 22320 | BRG-50020 | Northgate Bearing | 22320-NG | 386.00
Deep groove ball bearing 6308-2RS | BRG-50034 | Northgate Bearing | 6308-2RS-NG | 24.60
Tapered roller bearing set 32210 | BRG-50041 | Northgate Bearing | 32210-NG | 47.30
Pillow block 2-7/16 in, two bolt | BRG-50060 | Northgate Bearing | P2-207 | 118.90
V-belt 5VX1000 | BRG-50102 | Dalton Drives | DD-5VX1000 | 44.20
Roller chain no. 80, 10 ft | BRG-50120 | Dalton Drives | DD-C80-10 | 68.40
Jaw coupling spider L150, urethane | BRG-50131 | Dalton Drives | DD-L150U | 19.75
Conveyor idler 36 in, 5 in roll, CEMA C | BRG-50210 | Dalton Drives | DD-CI36C | 164.00
+ Gear reducer, 25:1, shaft mount, size 5 | BRG-50260 | Dalton Drives | DD-SM5-25 | 2360.00
Oil seal 3.000 x 4.003 x 0.438 | BRG-50305 | Calder Seal | CS-OS30040 | 15.80
# Lubricants and fluids
Hydraulic oil AW 46, 55 gal drum | LUB-60010 | Oilpatch Chemical | OC-AW46-55 | 624.00
Engine oil 15W-40, 55 gal drum | LUB-60015 | Oilpatch Chemical | OC-1540-55 | 748.00
Grease EP2 lithium complex, 14 oz tube | LUB-60031 | Oilpatch Chemical | OC-EP2-14 | 5.95
Open gear lubricant, 35 lb pail | LUB-60040 | Oilpatch Chemical | OC-OG-35 | 218.50
Gear oil ISO 220, 5 gal pail | LUB-60052 | Oilpatch Chemical | OC-G220-5 | 96.80
Coolant 50/50 extended life, 55 gal drum | LUB-60070 | Oilpatch Chemical | OC-ELC-55 | 538.00
Penetrating oil, 12 oz aerosol | LUB-60091 | Oilpatch Chemical | OC-PEN12 | 7.35
Brake cleaner, 20 oz aerosol | LUB-60094 | Oilpatch Chemical | | 6.10
Diesel exhaust fluid, 275 gal tote | LUB-60120 | Oilpatch Chemical | OC-DEF-275 | 812.00
Absorbent granules, 40 lb bag | LUB-60150 | Prairie Safety | PS-ABS40 | 11.90
# Protective equipment
Hard hat, full brim, vented, white | PPE-70010 | Prairie Safety | PS-HHFB-W | 26.40
Safety glasses, clear, anti-fog | PPE-70021 | Prairie Safety | PS-SG10 | 4.75
Impact gloves, level 5 cut, large | PPE-70033 | Prairie Safety | PS-IG5-L | 21.90
Nitrile gloves 8 mil, box of 50, x-large | PPE-70037 | Prairie Safety | PS-NG8-XL | 17.25
FR coverall 9 oz, navy, 44 regular | PPE-70052 | Ironweave | IW-CV9-44R | 89.50
FR winter parka, hi-vis, large | PPE-70058 | Ironweave | IW-WP-L | 248.00
Steel toe boot 8 in, waterproof, size 10 | PPE-70070 | Ironweave | IW-B8-10 | 164.95
Rubber overboot, size 11 | PPE-70073 | Ironweave | | 31.20
Ear plugs, corded, box of 100 | PPE-70084 | Prairie Safety | PS-EPC100 | 28.60
Half mask respirator, medium | PPE-70091 | Prairie Safety | PS-HM-M | 19.40
P100 filter, pair | PPE-70092 | Prairie Safety | PS-P100 | 9.85
Full body harness, dorsal D-ring | PPE-70110 | Summit Fall Protection | SF-H1D | 118.00
Self-retracting lifeline 20 ft | PPE-70114 | Summit Fall Protection | SF-SRL20 | 368.00
# Site safety
4-gas monitor, rechargeable | SAF-71010 | Sentry Detection | SD-4G | 689.00
H2S personal monitor, 2 year | SAF-71014 | Sentry Detection | SD-H2S24 | 118.50
Calibration gas, 4-gas mix, 58 L | SAF-71018 | Sentry Detection | SD-CG58 | 196.00
Fire extinguisher ABC 20 lb | SAF-71030 | Prairie Safety | PS-FE20 | 142.00
First aid kit, 50 person, metal | SAF-71042 | Prairie Safety | PS-FA50 | 96.75
Eyewash station, gravity fed, 9 gal | SAF-71051 | Prairie Safety | PS-EW9 | 214.00
Lockout kit, electrical, 24 piece | SAF-71060 | Prairie Safety | PS-LO24 | 132.40
Barricade tape, 3 in x 1000 ft, caution | SAF-71072 | Prairie Safety | | 8.20
Traffic cone 28 in, reflective collar | SAF-71077 | Prairie Safety | PS-TC28 | 22.15
Spill kit, universal, 65 gal overpack | SAF-71090 | Prairie Safety | PS-SK65 | 318.00
# Fasteners
Stud bolt 5/8 in x 4 in B7 with 2H nuts | FAS-80012 | Keystone Fastener | KF-SB58-4 | 3.45
Stud bolt 7/8 in x 6 in B7 with 2H nuts | FAS-80018 | Keystone Fastener | KF-SB78-6 | 6.85
Hex cap screw 1/2-13 x 2 in, grade 8 | FAS-80030 | Keystone Fastener | KF-HC12-2 | 1.28
Hex cap screw 3/4-10 x 3 in, grade 8 | FAS-80036 | Keystone Fastener | KF-HC34-3 | 3.92
Flat washer 3/4 in, hardened, box of 25 | FAS-80051 | Keystone Fastener | KF-FW34-25 | 14.60
Split set friction bolt 39 mm x 6 ft | FAS-80090 | Granite Tooling | GT-SS39-6 | 16.85
Resin rebar bolt 20 mm x 2.4 m | FAS-80094 | Granite Tooling | GT-RB20-24 | 19.40
Welded mesh sheet 5 ft x 10 ft, 6 gauge | FAS-80098 | Granite Tooling | | 38.75
Anchor shackle 3/4 in, screw pin, 4-3/4 t | FAS-80120 | Bridger Rigging | BR-S34 | 18.60
# Rigging
Wire rope sling 3/4 in x 10 ft, eye and eye | RIG-81010 | Bridger Rigging | BR-WS34-10 | 92.40
Synthetic round sling 10 ft, purple | RIG-81020 | Bridger Rigging | BR-RS1-10 | 28.90
Chain hoist 3 t x 20 ft lift | RIG-81034 | Bridger Rigging | BR-CH3-20 | 486.00
Lever binder, 3/8 to 1/2 in | RIG-81041 | Bridger Rigging | BR-LB38 | 54.70
Tag line 5/8 in x 100 ft, polypropylene | RIG-81050 | Bridger Rigging | | 41.20
Tugger line 9/16 in x 300 ft | RIG-81061 | Bridger Rigging | BR-TL916-300 | 698.00
# Electrical
Trailing cable 2 AWG type SHD-GC, per foot | ELE-82010 | Boreal Electric | BE-SHD2 | 27.80
SO cord 12/4, 250 ft | ELE-82021 | Boreal Electric | BE-SO124-250 | 512.00
LED area light 150 W, class I div 2 | ELE-82040 | Boreal Electric | BE-AL150 | 742.50
Motor starter NEMA size 2, 480 V | ELE-82055 | Boreal Electric | BE-MS2-480 | 638.00
Circuit breaker 3 pole 100 A | ELE-82061 | Boreal Electric | BE-CB3-100 | 286.00
Cable gland 1 in NPT, explosion proof | ELE-82072 | Boreal Electric | BE-CG1X | 48.35
Heat trace cable, self-regulating, per foot | ELE-82080 | Boreal Electric | BE-HT8 | 13.65
Pressure transmitter 0-5000 PSI, 4-20 mA | ELE-82101 | Tresco Instrument | TP-5K | 564.00
Battery, AA lithium, box of 24 | ELE-82130 | Boreal Electric | | 39.80
+ Variable frequency drive 75 hp, 480 V | ELE-82190 | Boreal Electric | BE-VFD75 | 5480.00
# Hand and power tools
Pipe wrench 36 in, aluminum | TOL-83012 | Forge and Anvil | FA-PW36A | 168.00
Hammer wrench 1-7/16 in, 12 point | TOL-83018 | Forge and Anvil | FA-HW1716 | 74.25
Combination wrench set, 15 piece, SAE | TOL-83025 | Forge and Anvil | FA-CW15 | 214.60
Impact wrench 1/2 in, cordless kit | TOL-83040 | Forge and Anvil | FA-IW12K | 429.00
Angle grinder 4-1/2 in, 11 A | TOL-83044 | Forge and Anvil | FA-AG45 | 138.00
Sledge hammer 12 lb, fiberglass | TOL-83051 | Forge and Anvil | FA-SH12 | 52.30
Torque wrench 3/4 in, 600 ft-lb | TOL-83060 | Forge and Anvil | FA-TW600 | 398.00
Utility knife, retractable | TOL-83077 | Forge and Anvil | | 11.40
Grease gun, pneumatic, 18 in hose | TOL-83082 | Forge and Anvil | FA-GGP18 | 84.90
# Welding
Electrode E7018 1/8 in, 50 lb can | WLD-84010 | Redfern Welding | RW-7018-18 | 148.00
Electrode E6010 5/32 in, 50 lb can | WLD-84012 | Redfern Welding | RW-6010-532 | 156.50
MIG wire ER70S-6 0.045 in, 44 lb spool | WLD-84020 | Redfern Welding | RW-70S6-045 | 98.75
Cutting disc 4-1/2 in, box of 25 | WLD-84031 | Redfern Welding | RW-CD45-25 | 42.60
Flap disc 4-1/2 in, 60 grit | WLD-84034 | Redfern Welding | RW-FD45-60 | 6.95
Welding helmet, auto darkening | WLD-84045 | Redfern Welding | RW-WHAD | 246.00
Welding gloves, elk skin, large | WLD-84049 | Redfern Welding | | 29.80
Oxygen regulator, heavy duty, CGA 540 | WLD-84060 | Redfern Welding | RW-OR540 | 187.40
Soapstone pencils, box of 144 | WLD-84071 | Redfern Welding | RW-SP144 | 18.35
# Filters and camp supplies
Hydraulic filter element, 10 micron | FLT-85010 | Clearwater Filtration | CF-H10 | 38.60
Engine air filter, primary, heavy duty | FLT-85016 | Clearwater Filtration | CF-AFP | 94.20
Fuel water separator, spin-on | FLT-85021 | Clearwater Filtration | CF-FWS | 21.75
Glycol filter sock 30 in, 25 micron, box of 10 | FLT-85040 | Clearwater Filtration | CF-GS30-25 | 64.00
Bottled water, 24 x 500 ml | FLT-85101 | Clearwater Filtration | | 6.25
Shop rags, 25 lb box | FLT-85110 | Prairie Safety | PS-RAG25 | 34.90
Trash bags, contractor, 55 gal, 50 count | FLT-85114 | Prairie Safety | | 32.15
Ice melt, 50 lb bag | FLT-85120 | Prairie Safety | PS-IM50 | 17.80
`;
